// SPDX-License-Identifier: MIT
// Part of tests/page and tests/site: serves a folder to Chromium, and notes what goes wrong in its tabs.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
  '.webp': 'image/webp', '.svg': 'image/svg+xml', '.png': 'image/png' };

export function expect(good, what) {
  if (!good) throw new Error(what);
}

function serve(folder) {
  const server = http.createServer((request, answer) => {
    const file = path.join(folder, path.normalize(new URL(request.url, 'http://localhost').pathname));
    if (!file.startsWith(folder) || !fs.existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    answer.end(fs.readFileSync(file));
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

// Errors of the tab, and what it asks for from elsewhere, are added to `wrong`.
export async function openPage(browser, origin, address, viewport, wrong) {
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

// Calls check(browser, origin, wrong) with a folder served at the origin; fails where something went wrong.
export async function inBrowser(puppeteerFolder, browserPath, folder, check) {
  const module = path.join(puppeteerFolder, 'node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js');
  const { default: puppeteer } = await import(pathToFileURL(module));
  const server = await serve(folder), wrong = [], origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await puppeteer.launch({
    executablePath: browserPath, headless: true, timeout: 120000, protocolTimeout: 300000,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
  });
  try {
    await check(browser, origin, wrong);
  } finally {
    await browser.close();
    server.close();
  }
  expect(wrong.length === 0, 'the page: ' + wrong.join('; '));
}
