import { addCopyButtons } from '../../harness/publish/board/copy-buttons.ts';

/** Added to every page by script: the choice of light or dark, links to headings, and buttons that copy a command. */
const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');

const theme = document.querySelector<HTMLButtonElement>('button.theme');
if (theme) {
  const now = () => root.dataset.theme ?? (dark.matches ? 'dark' : 'light');
  const other = () => (now() === 'dark' ? 'light' : 'dark');
  theme.addEventListener('click', () => {
    root.dataset.theme = other();
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // Then the choice holds only for this page.
    }
    dispatchEvent(new Event('themechange'));
  });
}

// The search opens with `/`, as on the sites of code hosts.
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.querySelector<HTMLInputElement>('.masthead input[type=search]');
  if (!field) return;
  event.preventDefault();
  field.focus();
});

// A heading of a document has its link in the HTML.
for (const heading of document.querySelectorAll<HTMLElement>('main :is(h2, h3)[id]:not(:has(.anchor))')) {
  const link = document.createElement('a');
  link.className = 'anchor';
  link.href = `#${heading.id}`;
  link.textContent = '#';
  link.setAttribute('aria-label', `Link to ${heading.textContent?.trim() ?? 'this section'}`);
  heading.append(' ', link);
}

addCopyButtons(document);
