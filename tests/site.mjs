// SPDX-License-Identifier: MIT
// Part of tests/site: node tests/site.mjs SITE WORK PUPPETEER CHROMIUM. Opens the site in Chromium: no error, nothing
// asked for from elsewhere; search finds a function; the playground runs within its page; a block of text runs by its link;
// no page is wider than a phone.
import path from 'node:path';
import { expect, inBrowser, openPage } from './browser.mjs';

const [site, work, puppeteerFolder, browserPath] = process.argv.slice(2);
const wide = { width: 1280, height: 900 }, phone = { width: 390, height: 844, isMobile: true, hasTouch: true };
const runs = (frame) => frame.waitForFunction(() => Number(document.getElementById('stage')?.dataset.tick) >= 20, { timeout: 60000 });

await inBrowser(puppeteerFolder, browserPath, site, async (browser, origin, wrong) => {
  const tab = await openPage(browser, origin, '/playground.html', wide, wrong);
  const frame = await (await tab.waitForSelector('iframe.play')).contentFrame();
  await runs(frame);
  await tab.screenshot({ path: path.join(work, 'site-playground.png') });
  await Promise.all([tab.waitForNavigation(), tab.evaluate(() => [...document.links].find((link) => link.textContent.startsWith('Run it')).click())]);
  await runs(tab);
  expect((await tab.$eval('#text', (text) => text.value)).startsWith('gravity 0 -9.8'), 'a block of text is lost in its link');
  expect((await tab.$eval('#say', (say) => say.textContent)) === '', 'a block of text has a mistake');
  await tab.goto(origin + '/index.html');
  await tab.keyboard.press('/');
  await tab.keyboard.type('applyLinearImpulse');
  await tab.waitForFunction(() => document.querySelector('#found a')?.textContent.includes('caromBodyApplyLinearImpulse'));
  for (const name of ['index', 'playground', 'recipes', 'tour-6-bodies', 'api-bodies', 'bench']) {
    const small = await openPage(browser, origin, `/${name}.html`, phone, wrong);
    const width = await small.evaluate(() => document.documentElement.scrollWidth);
    expect(width <= 390, `${name}.html is ${width} wide on a phone`);
    await small.close();
  }
});
console.log('site in Chromium: ok');
