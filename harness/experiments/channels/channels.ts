import type { Channel } from './channel.ts';

const of =
  (group: Channel['group']) =>
  (id: string, title: string, place: Channel['place']): Channel => ({ id, title, group, place });
const [visible, name, invisible, source] = [of('seen'), of('names'), of('invisible'), of('source')];
const styled = (id: string, title: string, style: string): Channel =>
  invisible(id, title, (canary) => ({ body: `<p style="${style}">${canary}</p>` }));

/** As a script expression: a dump of the page with the script must not contain the canary. */
const said = (canary: string) => `'${canary.slice(0, 4)}' + '${canary.slice(4)}'`;

/** In the order of the table: visible channels first. */
export const channels: readonly Channel[] = [
  visible('text', 'text of a paragraph', (canary) => ({ body: `<p>${canary}</p>` })),
  visible('canvas', 'drawn on a canvas', (canary) => ({
    body: '<canvas id="drawn" width="300" height="40"></canvas>',
    script: `document.getElementById('drawn').getContext('2d').fillText(${said(canary)}, 5, 20);`,
  })),
  visible('css-content', 'content of a style sheet', (canary) => ({
    head: `<style>#styled::before { content: '${canary}'; }</style>`,
    body: '<p id="styled"></p>',
  })),
  visible('open-shadow', 'open shadow root', (canary) => ({
    body: '<div id="open-root"></div>',
    script: `document.getElementById('open-root').attachShadow({ mode: 'open' }).innerHTML = '<p>' + ${said(canary)} + '</p>';`,
  })),
  visible('closed-shadow', 'closed shadow root', (canary) => ({
    body: '<div id="closed-root"></div>',
    script: `document.getElementById('closed-root').attachShadow({ mode: 'closed' }).innerHTML = '<p>' + ${said(canary)} + '</p>';`,
  })),
  visible('frame', 'frame of another origin', (canary) => ({ frame: `<p>${canary}</p>` })),
  visible('placeholder', 'placeholder of a field', (canary) => ({
    body: `<input aria-label="Field" placeholder="${canary}">`,
  })),
  visible('page-title', 'title of the page', (canary) => ({ head: `<title>${canary}</title>` })),
  visible('dialog', 'text of a dialog', (canary) => ({ dialog: said(canary) })),
  styled('off-screen', 'far outside of the window', 'position: absolute; left: -9999px'),
  styled('display-none', 'display: none', 'display: none'),
  styled('visibility-hidden', 'visibility: hidden', 'visibility: hidden'),
  styled('opacity-0', 'opacity: 0', 'opacity: 0'),
  styled('one-pixel', 'letters of one pixel', 'font-size: 1px; color: #fefefe'),
  styled('white-on-white', 'white on white', 'color: #fff; background: #fff'),
  styled('clipped', 'clipped away', 'clip-path: inset(100%); position: absolute'),
  invisible('covered', 'behind another element', (canary) => ({
    body: `<div style="position: relative; height: 2em"><p style="margin: 0">${canary}</p><div style="position: absolute; inset: 0; background: #ccc"></div></div>`,
  })),
  name('aria-label', 'aria-label', (canary) => ({ body: `<button aria-label="${canary}">Buy</button>` })),
  name('aria-describedby', 'aria-describedby', (canary) => ({
    body: `<button aria-describedby="note">Sell</button><span id="note" hidden>${canary}</span>`,
  })),
  invisible('aria-hidden', 'hidden text with aria-hidden', (canary) => ({
    body: `<p aria-hidden="true" style="opacity: 0">${canary}</p>`,
  })),
  name('alt', 'alt of a picture', (canary) => ({
    body: `<img alt="${canary}" width="1" height="1" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">`,
  })),
  name('title-attribute', 'title attribute', (canary) => ({ body: `<p title="${canary}">Note</p>` })),
  source('hidden-input', 'value of a hidden input', (canary) => ({
    body: `<input type="hidden" name="token" value="${canary}">`,
  })),
  name('option', 'option that is not chosen', (canary) => ({
    body: `<select aria-label="Choice"><option>One</option><option>${canary}</option></select>`,
  })),
  source('noscript', 'noscript', (canary) => ({ body: `<noscript><p>${canary}</p></noscript>` })),
  source('template', 'template', (canary) => ({ body: `<template><p>${canary}</p></template>` })),
  source('comment', 'comment', (canary) => ({ body: `<!-- ${canary} -->` })),
  source('meta', 'meta description', (canary) => ({ head: `<meta name="description" content="${canary}">` })),
  source('data-attribute', 'data attribute', (canary) => ({ body: `<p data-note="${canary}">More</p>` })),
  name('link-address', 'address of a link', (canary) => ({
    body: `<a href="/more?note=${canary}">More</a>`,
  })),
  name('svg-description', 'description in an SVG', (canary) => ({
    body: `<svg role="img" width="9" height="9"><desc>${canary}</desc><rect width="9" height="9" /></svg>`,
  })),
  invisible('closed-details', 'details that are closed', (canary) => ({
    body: `<details><summary>More</summary><p>${canary}</p></details>`,
  })),
  source('console', 'message to the console', (canary) => ({ script: `console.log(${said(canary)});` })),
  source('request-address', 'address of a request', (canary) => ({
    script: `fetch('/ping?note=' + ${said(canary)});`,
  })),
  source('response-header', "header of the page's answer", (canary) => ({ header: canary })),
  source('download-name', 'name of a download', (canary) => ({
    script: `const saved = document.createElement('a'); saved.download = ${said(canary)} + '.txt';
      saved.href = URL.createObjectURL(new Blob(['text'])); saved.click();`,
  })),
];
