import { attachmentPage } from './attachment-page.ts';
import { bulkPage } from './bulk-page.ts';
import { composePage } from './compose-page.ts';
import { contactPage } from './contact-page.ts';
import { contactsPage } from './contacts-page.ts';
import { deletePage } from './delete-page.ts';
import { draftsPage } from './drafts-page.ts';
import { filtersPage } from './filters-page.ts';
import { foldersPage } from './folders-page.ts';
import { helpPage } from './help-page.ts';
import { labelsPage } from './labels-page.ts';
import { listPage } from './list-page.ts';
import type { Page } from './page.ts';
import { searchPage } from './search-page.ts';
import { settingsPage } from './settings-page.ts';
import { signaturesPage } from './signatures-page.ts';
import { threadPage } from './thread-page.ts';
import { vacationPage } from './vacation-page.ts';

export const pages: readonly Page[] = [
  listPage,
  searchPage,
  threadPage,
  attachmentPage,
  composePage,
  draftsPage,
  bulkPage,
  deletePage,
  contactsPage,
  contactPage,
  settingsPage,
  signaturesPage,
  vacationPage,
  filtersPage,
  labelsPage,
  foldersPage,
  helpPage,
];
