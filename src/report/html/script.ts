/**
 * The one script of a page. Everything is there without it: it hides what is filtered out, opens what a link leads
 * into, and shows the way of a route through the picture. It makes no markup of texts.
 */
export const script = `'use strict';
(() => {
  const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  document.documentElement.classList.add('js');

  const controls = document.querySelector('.controls');
  if (controls) {
    const items = all('[data-level]');
    const counted = items.filter((item) => item.tagName === 'LI');
    const texts = new Map();
    const textOf = (item) => {
      if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
      return texts.get(item);
    };
    const sorting = controls.querySelector('[data-sort]');
    const sorted = document.querySelector('.sorted');
    const narrow = () => {
      const levels = new Set(all('input[type=checkbox]:checked', controls).map((box) => box.value));
      const offered = new Set(all('input[type=checkbox]', controls).map((box) => box.value));
      const rule = controls.querySelector('select:not([data-sort])').value;
      const text = controls.querySelector('input[type=search]').value.trim().toLowerCase();
      for (const item of items) {
        const { level } = item.dataset;
        item.hidden =
          (offered.has(level) && !levels.has(level)) ||
          (rule !== '' && item.dataset.rule !== rule) ||
          (text !== '' && !textOf(item).includes(text));
      }
      for (const group of all('.group')) {
        const inside = all('li[data-level]', group);
        const isEmptied = sorted && !sorted.hidden;
        group.hidden = (inside.length > 0 || isEmptied) && inside.every((item) => item.hidden);
        if (text !== '' || rule !== '') group.open = true;
      }
      const output = controls.querySelector('output');
      const sum = (list) => list.reduce((total, item) => total + Number(item.dataset.count || 1), 0);
      const left = sum(counted.filter((item) => !item.hidden));
      const whole = sum(counted);
      output.textContent = left === whole ? '' : left + ' of ' + whole + ' ' + output.dataset.what;
    };
    if (sorting && sorted) {
      const cards = all('.group li[data-order]');
      const homes = new Map(cards.map((card) => [card, card.parentElement]));
      const number = (card, key) => Number(card.dataset[key]);
      sorting.addEventListener('input', () => {
        const by = sorting.value;
        sorted.hidden = by === 'rule';
        if (by === 'rule') for (const card of cards) homes.get(card).append(card);
        else {
          const order = (one, other) =>
            (by === 'severity' ? number(one, 'severity') - number(other, 'severity') : 0) ||
            number(one, 'order') - number(other, 'order');
          sorted.append(...[...cards].sort(order));
        }
      });
    }
    controls.addEventListener('input', narrow);
    narrow();
  }

  const reveal = () => {
    let target = null;
    try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
    if (!target) return;
    let opened = false;
    for (let at = target.parentElement; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS' && !at.open) { at.open = true; opened = true; }
    }
    if (target.hidden) { target.hidden = false; opened = true; }
    if (opened) target.scrollIntoView({ block: 'center' });
  };
  window.addEventListener('hashchange', reveal);
  reveal();

  // Pictures may come later.
  const parts = new WeakMap();
  const partsOf = (picture) => {
    if (!parts.has(picture)) {
      const paths = all('path', picture);
      const nodes = new Map(all('.node', picture).map((node) => [node.dataset.n, node]));
      const links = (key) => {
        const found = new Map();
        for (const path of paths) {
          const list = found.get(path.dataset[key]);
          if (list) list.push(path); else found.set(path.dataset[key], [path]);
        }
        return found;
      };
      parts.set(picture, { paths, nodes, down: links('f'), up: links('t') });
    }
    return parts.get(picture);
  };
  let lit = null;
  const light = (picture, node) => {
    const { paths, nodes, down, up } = partsOf(picture);
    const on = new Set();
    const follow = (start, next, end) => {
      const seen = new Set([start]);
      for (const id of seen) {
        for (const path of next.get(id) || []) { on.add(path); seen.add(path.dataset[end]); }
      }
      for (const id of seen) if (nodes.has(id)) on.add(nodes.get(id));
    };
    if (node) { follow(node.dataset.n, down, 't'); follow(node.dataset.n, up, 'f'); }
    picture.classList.toggle('lit', on.size > 0);
    for (const each of [...paths, ...nodes.values()]) each.classList.toggle('on', on.has(each));
    lit = on.size > 0 ? picture : null;
  };
  const over = ({ type, target }) => {
    const node = type !== 'focusout' && target.closest ? target.closest('.picture .node') : null;
    const picture = node && node.closest('.picture');
    if (lit && lit !== picture) light(lit, null);
    if (picture) light(picture, node);
  };
  for (const type of ['mouseover', 'focusin', 'focusout']) document.addEventListener(type, over);
  document.documentElement.addEventListener('mouseleave', () => lit && light(lit, null));
})();
`;
