// SPDX-License-Identifier: MIT
// A scene as a text beside the scene that it describes. The address holds the text: #text=..., or #example=NAME.
import { stage } from './stage.js';
import { EXAMPLES } from './examples.js';

const PAUSE = 400; // [ms] without a key, after which a changed text runs

export async function playground(page) {
  const [text, lines, examples, run, pause, share, status] =
    ['text', 'lines', 'examples', 'run', 'pause', 'share', 'say'].map((id) => page.getElementById(id));
  const say = (words) => { status.textContent = words; };
  const address = () => '#text=' + encodeURIComponent(text.value);
  const c = await stage(page.getElementById('stage'), say, address);
  let faulty = 0, waits = 0;

  const number = () => {
    const count = text.value.split('\n').length;
    lines.replaceChildren(...Array.from({ length: count }, (_, i) => {
      const line = page.createElement('span');
      line.textContent = `${i + 1}\n`;
      line.className = i + 1 === faulty ? 'faulty' : '';
      return line;
    }));
    lines.scrollTop = text.scrollTop;
  };
  const begin = () => {
    clearTimeout(waits);
    const wrong = c.case(text.value);
    faulty = wrong.line;
    text.setAttribute('aria-invalid', faulty > 0);
    say(faulty > 0 ? `Line ${faulty}: ${wrong.error}` : '');
    number();
  };
  const show = (example) => {
    examples.value = example;
    text.value = EXAMPLES[example].text;
    begin();
  };
  const open = () => {
    const [, kind, value] = location.hash.match(/^#(text|example)=(.*)$/s) ?? [];
    if (kind === 'text') {
      text.value = decodeURIComponent(value);
      examples.selectedIndex = -1;
      begin();
    } else {
      show(kind && EXAMPLES[value] ? value : Object.keys(EXAMPLES)[0]);
    }
  };

  for (const [name, { title }] of Object.entries(EXAMPLES)) examples.append(new Option(title, name));
  examples.addEventListener('change', () => {
    history.replaceState(null, '', '#example=' + examples.value);
    show(examples.value);
  });
  text.addEventListener('input', () => {
    clearTimeout(waits);
    waits = setTimeout(begin, PAUSE);
    number();
  });
  text.addEventListener('scroll', () => { lines.scrollTop = text.scrollTop; });
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      begin();
    }
  });
  run.addEventListener('click', begin);
  pause.addEventListener('click', () => {
    c.pageKey(' '.charCodeAt(0), 1);
    c.pageKey(' '.charCodeAt(0), 0);
  });
  share.addEventListener('click', c.share);
  window.addEventListener('hashchange', open);
  setInterval(() => { pause.textContent = c.pagePaused() ? 'Play' : 'Pause'; }, 100);
  open();
  return c;
}
