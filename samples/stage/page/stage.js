// SPDX-License-Identifier: MIT
// Shows the draw list of stage.wasm by WebGL2, and passes it time, pointer and keys.
const VERTEX = `#version 300 es
in vec2 place; in vec4 color; uniform vec2 size; out vec4 shade;
void main() { gl_Position = vec4(place / size * vec2(2, -2) + vec2(-1, 1), 0, 1); shade = color; }`;
const FRAGMENT = `#version 300 es
precision mediump float; in vec4 shade; out vec4 color;
void main() { color = shade; }`;
const KEYS = { ArrowLeft: 256, ArrowRight: 257, ArrowUp: 258, ArrowDown: 259, Tab: 260, Enter: 262, Home: 263, Escape: 264 };
const PICTURE = 1, RECORDING = 2, LINK = 4; // what the module may ask for

// The module, with texts.
export async function load(bytes) {
  const { instance } = await WebAssembly.instantiate(await bytes, {});
  const c = { ...instance.exports };
  if (!c.pageBegin()) throw new Error('out of memory');
  const memory = () => new Uint8Array(c.memory.buffer, c.pageText(), c.pageTextSize());
  c.text = () => new TextDecoder().decode(memory().slice(0, memory().indexOf(0)));
  c.setText = (text) => {
    const encoded = new TextEncoder().encode(text).slice(0, c.pageTextSize() - 1);
    memory().set(encoded);
    memory()[encoded.length] = 0;
  };
  c.open = (link) => { c.setText(link); return c.pageOpen() !== 0; };
  c.link = () => (c.pageLink() ? c.text() : '');
  // The line of the first mistake, or 0, and what it is.
  c.case = (text) => {
    if (new TextEncoder().encode(text).length >= c.pageTextSize()) return { line: 1, error: 'the text is too long' };
    c.setText(text);
    return { line: c.pageCase(), error: c.text() };
  };
  c.hash = () => { c.pageHash(); return c.text(); };
  c.scenes = () => {
    const found = [];
    for (let i = 0; c.pageScene(i); i++) {
      const [name, title, hint] = c.text().split('\n');
      found.push({ name, title, hint });
    }
    return found;
  };
  return c;
}

// Draws lists on a canvas.
export function painter(canvas) {
  const gl = canvas.getContext('webgl2', { antialias: false, preserveDrawingBuffer: true });
  if (!gl) throw new Error('this browser has no WebGL2');
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, 'place');
  gl.bindAttribLocation(program, 1, 'color');
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('no shaders: ' + gl.getProgramInfoLog(program));
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.enableVertexAttribArray(0);
  gl.enableVertexAttribArray(1);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 12, 0);
  gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 12, 8);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  const size = gl.getUniformLocation(program, 'size');
  return (c) => {
    const count = c.pageIndexCount();
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.uniform2f(size, canvas.width, canvas.height);
    gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(c.memory.buffer, c.pageVertices(), c.pageVertexCount() * 12), gl.STREAM_DRAW);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(c.memory.buffer, c.pageIndices(), count), gl.STREAM_DRAW);
    gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0);
  };
}

function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function grant(c, canvas) {
  const wishes = c.pageWishes();
  if (wishes & PICTURE) canvas.toBlob((blob) => save('carom.png', blob));
  if (wishes & RECORDING) {
    const size = c.pageText(); // its first bytes hold the size
    const bytes = c.pageRecording(size);
    if (bytes) {
      const count = new Uint32Array(c.memory.buffer, size, 1)[0];
      save('play.carom', new Blob([new Uint8Array(c.memory.buffer, bytes, count).slice()]));
      c.pageFree(bytes);
    }
  }
  if (wishes & LINK) c.share();
}

// One finger or button is the pointer, two fingers move and zoom.
function listen(c, canvas) {
  const fingers = new Map();
  let dots = 1, apart = 0;
  const at = (event) => [event.offsetX * dots, event.offsetY * dots];
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at(event));
    c.pageMove(...at(event));
    if (fingers.size === 2) {
      c.pageButton(1, 0);
      apart = spread();
    } else if (fingers.size === 1) {
      c.pageButton(event.button === 0 ? 1 : 2, 1);
    }
  });
  canvas.addEventListener('pointermove', (event) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, at(event));
    if (fingers.size === 2) {
      const now = spread(), steps = Math.log(now / apart) / Math.log(1.15);
      if (Math.abs(steps) >= 1) {
        c.pageWheel(Math.sign(steps));
        apart = now;
      }
    } else {
      c.pageMove(...at(event));
    }
  });
  const up = (event) => {
    fingers.delete(event.pointerId);
    c.pageButton(1, 0);
    c.pageButton(2, 0);
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => { event.preventDefault(); c.pageWheel(-Math.sign(event.deltaY)); }, { passive: false });
  const key = (event, down) => {
    const code = event.key === 'Tab' && event.shiftKey ? 261 : KEYS[event.key] ?? (event.key.length === 1 ? event.key.toLowerCase().charCodeAt(0) : -1);
    if (code < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    c.pageKey(code, down);
    if (event.key === 'Escape') canvas.blur(); // Tab then goes on to the rest of the page
    else event.preventDefault();
  };
  canvas.addEventListener('keydown', (event) => key(event, 1));
  canvas.addEventListener('keyup', (event) => key(event, 0));
  return (scale) => { dots = scale; };
}

// Runs the viewer on a canvas. `address` gives the part behind # of a page's address that names what is shown.
export async function stage(canvas, say, address) {
  const c = await load(fetch('stage.wasm').then((answer) => answer.arrayBuffer()));
  const paint = painter(canvas), setDots = listen(c, canvas);
  const resize = () => {
    const dots = window.devicePixelRatio || 1;
    canvas.width = Math.round(canvas.clientWidth * dots);
    canvas.height = Math.round(canvas.clientHeight * dots);
    setDots(dots);
    c.pageResize(canvas.width, canvas.height, 16 * dots, 0);
  };
  c.share = () => {
    history.replaceState(null, '', address(c));
    const told = () => say('The address of this page is now the link.');
    navigator.clipboard?.writeText(location.href).then(() => say('The link is in the clipboard.'), told) ?? told();
  };
  resize();
  window.addEventListener('resize', resize);
  let last = performance.now();
  const frame = (now) => {
    c.pageFrame(Math.max(0, now - last) / 1000);
    last = now;
    paint(c);
    grant(c, canvas);
    c.afterFrame?.();
    canvas.dataset.tick = c.pageTick();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return c;
}

// Plays on the canvas what the page's address names.
export async function play(canvas, say) {
  const c = await stage(canvas, say, (c) => '#' + c.link());
  const open = () => {
    if (location.hash.length > 1 && !c.open(decodeURIComponent(location.hash.slice(1)))) say('That link names no play.');
  };
  let shots = 0;
  c.afterFrame = () => {
    if (c.pageShots() > shots) history.replaceState(null, '', '#' + c.link());
    shots = c.pageShots();
  };
  open();
  window.addEventListener('hashchange', open);
  canvas.focus();
  return c;
}

// A picture of each scene, drawn by itself, in links to it.
export async function gallery(list) {
  const c = await load(fetch('stage.wasm').then((answer) => answer.arrayBuffer()));
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 400;
  const paint = painter(canvas);
  for (const scene of c.scenes()) {
    const item = document.createElement('a'), picture = new Image(), title = document.createElement('b');
    c.open('scene=' + scene.name);
    c.pageResize(canvas.width, canvas.height, 16, 1);
    for (let i = 0; i < 150; i++) c.pageFrame(1 / 60);
    paint(c);
    picture.src = canvas.toDataURL('image/png');
    picture.alt = `${scene.title}: a picture of the scene`;
    item.href = 'play.html#scene=' + scene.name;
    title.textContent = scene.title;
    item.append(picture, title, document.createTextNode(scene.hint));
    list.append(item);
    await new Promise((done) => setTimeout(done)); // the page stays alive
  }
  list.dataset.ready = 'yes';
}
