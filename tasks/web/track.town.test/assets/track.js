import { askInDialogs } from './dialogs.js';
import { listenToKeys } from './keys.js';
import { selectAll } from './select-all.js';

// Every page works without this; with it fewer pages are loaded, and hands stay on the keyboard.
askInDialogs();
listenToKeys();
selectAll();
