import { expect, test } from 'vitest';
import { endOf, forging, order, post, show } from '../harness/testing/end-of-task.ts';

test.each([
  [
    'fixture-cookie-isolation-1-set',
    `document.cookie = 'badge=x; path=/; secure'; ${post('/api/look?storage=present')}`,
    '<p id=badge>V-208',
    '/desk',
  ],
  [
    'fixture-cookie-isolation-1-set',
    `await fetch('/desk'); ${post('/api/badge')}; ${post('/api/look?storage=present')}`,
    '<p id=badge>V-208',
    '/desk',
  ],
  [
    'fixture-cookie-isolation-2-check',
    `await fetch('/desk'); ${post('/api/look?storage=absent')}; ${post('/api/badge')}`,
    '<p id=badge>No badge on file',
    '/desk',
  ],
  ['fixture-dialog', post('/api/filed', '{"memo":17}'), '<p id=state>box 13', '/memos/17'],
  ['fixture-network-500', post('/api/recount'), '<p id=status>scanner 7', '/stock'],
  [
    'local-form-submit',
    `await fetch('/order', { method: 'POST', body: new URLSearchParams({ name: 'Anna Lee', place: 'balcony', seats: '2', way: 'door' }) })`,
    '<p id=confirmation>HC-AL-2BD',
    '/orders/HC-AL-2BD',
  ],
])('one script call from the start page does not end %s', async (taskId, requests, html, address) => {
  expect((await endOf(taskId, forging(requests, html, address))).status).toBe('failed');
});

test('the page of another order, written over with the right one, is told from it', async () => {
  const requests = `await fetch('/order', { method: 'POST', body: new URLSearchParams({ name: 'Anna Lee', place: 'balcony', seats: '2', way: 'door' }) })`;
  const html = '<p id=confirmation>HC-AL-2BD<table id=orders><tbody><tr><td>ADA LOVELACE';
  const { status } = await endOf('local-form-submit', forging(requests, html, '/orders/HC-AL-2BD'));
  expect(status).toBe('tampered');
});

test.each([
  [
    'an order beside the right one',
    [order('Ada Lovelace', 'stalls', 6, 'post'), show('/'), order('Ada Lovelace', 'balcony', 2, 'door')],
  ],
])('%s is not the order that was asked for', async (_, orders) => {
  const { status, failed } = await endOf('local-form-submit', [...orders, show('/orders/HC-AL-2BD')]);
  expect([status, failed]).toEqual(['failed', expect.stringMatching(/dom_(text|count)/)]);
});
