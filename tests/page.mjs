// SPDX-License-Identifier: MIT
// Part of tests/page: node tests/page.mjs PAGE WORK [PUPPETEER CHROMIUM]. Checks the module in PAGE by itself:
// no imports, and the lines of tests/window.golden, which it prints. With PUPPETEER, the folder of puppeteer-core,
// and a browser also the page: pictures and texts go to WORK.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inBrowser, openPage } from './browser.mjs';

const [page, work, puppeteerFolder, browserPath] = process.argv.slice(2);
const wasm = fs.readFileSync(path.join(page, 'stage.wasm'));

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

// Each example of the playground reads well; a line of hashes for each, which carom_stage must print, too.
async function checkExamples() {
  fs.copyFileSync(path.join(page, 'examples.js'), path.join(work, 'examples.mjs'));
  const { EXAMPLES } = await import(pathToFileURL(path.join(work, 'examples.mjs')));
  const c = await loadHere();
  const lines = Object.entries(EXAMPLES).map(([name, { text }]) => {
    const { line, error } = c.case(text);
    expect(line === 0, `example ${name}, line ${line}: ${error}`);
    c.pageResize(900, 700, 16, 0);
    for (let i = 0; i < 240; i++) c.pageFrame(1 / 60);
    return `${name}: case, tick ${c.pageTick()}, ${c.hash().split(',')[0]}`;
  });
  fs.writeFileSync(path.join(work, 'examples'), lines.join('\n') + '\n');
  const wrong = c.case('circle 0 0 1\nteapot 0 0\n');
  expect(wrong.line === 2 && wrong.error === 'no such thing', `a wrong line: ${JSON.stringify(wrong)}`);
  expect(c.case('x'.repeat(20000)).line === 1, 'a long text is taken');
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

const ticks = (tab, count) => tab.waitForFunction(
  (count) => Number(document.getElementById('stage').dataset.tick) >= count, { timeout: 60000 }, count);
const link = (tab) => tab.evaluate(() => window.stage.link());

async function checkGallery(browser, origin, wrong, viewport, name) {
  const tab = await openPage(browser, origin, '/index.html', viewport, wrong);
  await tab.waitForFunction(() => document.getElementById('gallery').dataset.ready, { timeout: 120000 });
  const found = await tab.evaluate(() => ({
    pictures: [...document.images].filter((image) => image.naturalWidth === 640).length,
    items: document.querySelectorAll('#gallery a').length,
    named: [...document.images].every((image) => image.alt),
    wide: document.documentElement.scrollWidth > window.innerWidth,
    small: parseFloat(getComputedStyle(document.querySelector('#gallery a')).fontSize),
  }));
  expect(found.pictures >= 9 && found.pictures === found.items && found.named, `the gallery has ${found.pictures} pictures`);
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

const says = (tab) => tab.$eval('#say', (say) => say.textContent);

// Edits a scene: it runs, a mistake is named, the address holds the text; pause and run by the keyboard.
async function checkPlayground(browser, origin, wrong, viewport, name) {
  const tab = await openPage(browser, origin, '/playground.html#example=crates', viewport, wrong);
  await ticks(tab, 20);
  expect((await says(tab)) === '', `${name}: ${await says(tab)}`);
  const seen = await tab.evaluate(() => ({
    wide: document.documentElement.scrollWidth > window.innerWidth,
    stage: document.getElementById('stage').clientHeight,
    small: parseFloat(getComputedStyle(document.getElementById('text')).fontSize),
    examples: document.getElementById('examples').options.length,
  }));
  expect(!seen.wide && seen.stage > 200 && seen.small >= 16 && seen.examples >= 7, `${name}: ${JSON.stringify(seen)}`);
  await tab.screenshot({ path: path.join(work, name) });
  await tab.focus('#text');
  await tab.keyboard.down('Control');
  await tab.keyboard.press('a');
  await tab.keyboard.up('Control');
  await tab.keyboard.type('# mine\ncircle 0 0 2\nbullet -5 1 9 0\npolygon 0 0 1 1 1 0 0 1');
  await tab.waitForFunction(() => document.getElementById('say').textContent.startsWith('Line 4: '));
  expect((await tab.$eval('.faulty', (line) => line.textContent.trim())) === '4', 'the number of the line is not marked');
  await tab.keyboard.press('Backspace');
  await tab.keyboard.type('-1');
  await tab.waitForFunction(() => document.getElementById('say').textContent === '');
  for (let i = 0; i < 12 && (await tab.evaluate(() => document.activeElement.id)) !== 'share'; i++) {
    await tab.keyboard.down('Shift');
    await tab.keyboard.press('Tab');
    await tab.keyboard.up('Shift');
  }
  await tab.keyboard.press('Enter'); // share
  await tab.waitForFunction(() => location.hash.startsWith('#text='));
  await tab.focus('#pause');
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(() => window.stage.pagePaused());
  const address = await tab.evaluate(() => location.hash);
  const other = await openPage(browser, origin, '/playground.html' + address, viewport, wrong);
  await ticks(other, 5);
  expect((await other.$eval('#text', (text) => text.value)).startsWith('# mine\ncircle'), 'the link lost its text');
  const hash = '(c) => { c.case(document.getElementById("text").value); for (let i = 0; i < 90; i++) c.pageFrame(1 / 60); return c.hash(); }';
  const [here, there] = await Promise.all([tab, other].map((each) => each.evaluate(`(${hash})(window.stage)`)));
  expect(here.split(',')[0] === there.split(',')[0], `a shared scene has ${here}, then ${there}`);
  await tab.close();
  await other.close();
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
  await checkPlayground(browser, origin, wrong, phone, 'phone-playground.png');
}

async function checkPage() {
  await inBrowser(puppeteerFolder, browserPath, page, async (browser, origin, wrong) => {
    await checkGallery(browser, origin, wrong, { width: 1280, height: 900 }, 'gallery.png');
    await checkThrow(browser, origin, wrong);
    await checkKeys(browser, origin, wrong);
    await checkPlayground(browser, origin, wrong, { width: 1280, height: 800 }, 'playground.png');
    await checkPhone(browser, origin, wrong);
  });
}

await checkModule();
await checkExamples();
if (puppeteerFolder) await checkPage();
