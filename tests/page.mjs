// SPDX-License-Identifier: MIT
// Part of tests/page: node tests/page.mjs PAGE WORK [PUPPETEER CHROMIUM]. Checks the module in PAGE by itself:
// no imports, and the lines of tests/window.golden, which it prints. With PUPPETEER, the folder of puppeteer-core,
// and a browser also the page: pictures and texts go to WORK.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [page, work, puppeteerFolder, browserPath] = process.argv.slice(2);
const wasm = fs.readFileSync(path.join(page, 'stage.wasm'));

function expect(good, what) {
  if (!good) throw new Error(what);
}

async function loadHere() {
  fs.copyFileSync(path.join(page, 'stage.js'), path.join(work, 'stage.mjs'));
  const { load } = await import(pathToFileURL(path.join(work, 'stage.mjs')));
  return load(wasm);
}

// What every host must print after a link and 600 frames.
function hashAfter(c, link) {
  c.open(link);
  c.pageResize(1280, 800, 16, 0);
  c.pageMove(640, 400);
  for (let i = 0; i < 600; i++) c.pageFrame(1 / 60);
  return `${c.pageTick()}, ${c.hash()}`;
}

async function checkModule() {
  expect(WebAssembly.Module.imports(new WebAssembly.Module(wasm)).length === 0, 'the module has imports');
  const c = await loadHere();
  const lines = c.scenes().map((scene, i) => {
    c.pageCheck(i);
    return c.text();
  });
  fs.writeFileSync(path.join(work, 'golden'), lines.join('\n') + '\n');
}

// ---- in a browser

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

function serve() {
  const server = http.createServer((request, answer) => {
    const file = path.join(page, path.normalize(new URL(request.url, 'http://localhost').pathname));
    if (!file.startsWith(page) || !fs.existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    answer.end(fs.readFileSync(file));
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

async function openPage(browser, origin, address, viewport, wrong) {
  const tab = await browser.newPage();
  await tab.setViewport(viewport);
  tab.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  tab.on('pageerror', (error) => wrong.push(error.message));
  tab.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) wrong.push('asks for ' + url);
  });
  await tab.goto(origin + address);
  return tab;
}

const ticks = (tab, count) => tab.waitForFunction(
  (count) => Number(document.getElementById('stage').dataset.tick) >= count, { timeout: 60000 }, count);
const link = (tab) => tab.evaluate(() => window.stage.link());

async function checkGallery(browser, origin, wrong, viewport, name) {
  const tab = await openPage(browser, origin, '/index.html', viewport, wrong);
  await tab.waitForFunction(() => document.getElementById('gallery').dataset.ready, { timeout: 120000 });
  const found = await tab.evaluate(() => ({
    pictures: [...document.images].filter((image) => image.naturalWidth === 640).length,
    named: [...document.images].every((image) => image.alt),
    wide: document.documentElement.scrollWidth > window.innerWidth,
    small: parseFloat(getComputedStyle(document.querySelector('#gallery a')).fontSize),
  }));
  expect(found.pictures === 9 && found.named, `the gallery has ${found.pictures} pictures`);
  expect(!found.wide, `${name}: wider than the screen`);
  expect(found.small >= 16, `${name}: text of ${found.small} pixels`);
  await tab.screenshot({ path: path.join(work, name) });
  await tab.close();
}

// Throws with the mouse, and follows the link in another tab.
async function checkThrow(browser, origin, wrong) {
  const tab = await openPage(browser, origin, '/play.html#scene=grenade&seed=1', { width: 1280, height: 800 }, wrong);
  await ticks(tab, 20);
  await tab.mouse.move(800, 300);
  await tab.mouse.down();
  await new Promise((done) => setTimeout(done, 100));
  await tab.mouse.up();
  await tab.waitForFunction(() => location.hash.includes('shots='), { timeout: 30000 });
  await tab.screenshot({ path: path.join(work, 'play.png') });
  const address = await tab.evaluate(() => location.hash.slice(1));
  const other = await openPage(browser, origin, '/play.html#' + address, { width: 1280, height: 720 }, wrong);
  await ticks(other, 1);
  expect((await link(other)).includes('shots=' + address.split('shots=')[1].split('.')[0]), 'the link lost its throw');
  const there = await other.evaluate(`(${hashAfter})(window.stage, ${JSON.stringify(address)})`);
  const here = hashAfter(await loadHere(), address);
  expect(there === here, `the browser has ${there}, node ${here}`);
  fs.writeFileSync(path.join(work, 'link'), `${address}\n`);
  fs.writeFileSync(path.join(work, 'hash'), `${there}\n`);
  await tab.close();
  await other.close();
}

// Tab twice and Enter: the second button opens the second scene.
async function checkKeys(browser, origin, wrong) {
  const tab = await openPage(browser, origin, '/play.html#scene=gas', { width: 1280, height: 800 }, wrong);
  await ticks(tab, 5);
  for (const key of ['Tab', 'Tab', 'Enter']) {
    await tab.keyboard.press(key);
    await new Promise((done) => setTimeout(done, 300));
  }
  expect((await link(tab)).startsWith('scene=grenade'), 'Tab and Enter press no button: ' + (await link(tab)));
  await tab.keyboard.press('Escape');
  await tab.keyboard.press('Tab');
  const focused = await tab.evaluate(() => document.activeElement.id);
  expect(focused !== 'stage', 'Escape and Tab do not leave the scene');
  await tab.close();
}

async function checkPhone(browser, origin, wrong) {
  const phone = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  await checkGallery(browser, origin, wrong, phone, 'phone-gallery.png');
  const tab = await openPage(browser, origin, '/play.html#scene=room', phone, wrong);
  await ticks(tab, 20);
  await tab.touchscreen.tap(200, 300);
  await tab.waitForFunction(() => window.stage.pageShots() > 0, { timeout: 30000 });
  await tab.screenshot({ path: path.join(work, 'phone.png') });
  await tab.close();
}

async function checkPage() {
  const module = path.join(puppeteerFolder, 'node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js');
  const { default: puppeteer } = await import(pathToFileURL(module));
  const server = await serve(), wrong = [], origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await puppeteer.launch({
    executablePath: browserPath, headless: true, timeout: 120000, protocolTimeout: 300000,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
  });
  try {
    await checkGallery(browser, origin, wrong, { width: 1280, height: 900 }, 'gallery.png');
    await checkThrow(browser, origin, wrong);
    await checkKeys(browser, origin, wrong);
    await checkPhone(browser, origin, wrong);
  } finally {
    await browser.close();
    server.close();
  }
  expect(wrong.length === 0, 'the page: ' + wrong.join('; '));
}

await checkModule();
if (puppeteerFolder) await checkPage();
