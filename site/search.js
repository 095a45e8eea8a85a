// SPDX-License-Identifier: MIT
// Finds entries that have all words typed; those whose title begins with the text come first.
const input = document.getElementById('search'), found = document.getElementById('found');

function rank([title, , about], words) {
  const name = title.toLowerCase(), all = `${name} ${about.toLowerCase()}`;
  if (!words.every(word => all.includes(word))) return 0;
  const whole = words.join(' ');
  return name === whole ? 4 : name.startsWith(whole) ? 3 : name.includes(whole) ? 2 : 1;
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const best = words.length === 0 ? [] : SEARCH.map(entry => [rank(entry, words), entry])
    .filter(([value]) => value > 0).sort((a, b) => b[0] - a[0]).slice(0, 12);
  found.replaceChildren(...best.map(([, [title, place, about]]) => {
    const item = document.createElement('li'), link = document.createElement('a');
    link.href = place;
    link.textContent = title;
    const note = document.createElement('span');
    note.textContent = about;
    link.append(note);
    item.append(link);
    return item;
  }));
  if (words.length > 0 && best.length === 0) found.textContent = 'Nothing found';
}

input.addEventListener('input', show);
input.addEventListener('keydown', event => {
  if (event.key === 'Escape') { input.value = ''; show(); }
  if (event.key === 'ArrowDown') { found.querySelector('a')?.focus(); event.preventDefault(); }
  if (event.key === 'Enter') found.querySelector('a')?.click();
});
found.addEventListener('keydown', event => {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  if (!step) return;
  (document.activeElement.parentElement[step]?.querySelector('a') ?? input).focus();
  event.preventDefault();
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== input) { input.focus(); event.preventDefault(); }
});
