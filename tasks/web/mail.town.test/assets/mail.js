import { autosave } from './autosave.js';
import { askInDialogs } from './dialogs.js';
import { listenToKeys } from './keys.js';
import { manyAtOnce } from './many-at-once.js';

// Every page works without this; with it fewer pages are loaded, and hands stay on the keyboard.
manyAtOnce();
askInDialogs();
listenToKeys();
for (const form of document.querySelectorAll('form[data-autosave]')) autosave(form);
