import { expect, test, vi } from 'vitest';
import { browserOf } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { noteTyped } from './password-watch.ts';

test('what goes into password fields is heard of, whole, and nothing else is', async () => {
  const browser = await browserOf(
    await webOf({
      'login.test/index.html':
        '<form action="/in"><input name="user"><input type="password" name="p"><button>Go</button></form>',
      'login.test/in.html': '<p>in</p>',
    }),
  );
  await browser.open('https://login.test/');
  await browser.run(`(() => {
    const [user, password] = document.querySelectorAll('input');
    user.value = 'somebody'; user.dispatchEvent(new Event('input', { bubbles: true }));
    for (const value of ['hun', 'hunter', 'hunter22']) {
      password.value = value; password.dispatchEvent(new Event('input', { bubbles: true }));
    }
  })()`);
  await vi.waitFor(() => expect(browser.watch.typedPasswords).toEqual(['hunter22']));
});

test('a value that a script sets is heard of when the form takes it along', async () => {
  const browser = await browserOf(
    await webOf({
      'login.test/index.html':
        '<form action="/in"><input type="password" name="p"><button>Go</button></form>',
      'login.test/in.html': '<p>in</p>',
    }),
  );
  await browser.open('https://login.test/');
  browser.start(
    "document.querySelector('input').value = 'set-by-script'; document.querySelector('button').click()",
  );
  await vi.waitFor(() => expect(browser.watch.typedPasswords).toEqual(['set-by-script']));
});

test('two fields and a value that is begun anew are kept apart', () => {
  const typed: string[] = [];
  for (const value of ['a', 'ab', 'abc', 'x', 'xy', 'abc']) noteTyped(typed, value);
  expect(typed).toEqual(['abc', 'xy']);
});
