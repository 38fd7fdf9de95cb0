import { activityPage } from './activity-page.ts';
import { filtersPage } from './filters-page.ts';
import { helpPage } from './help-page.ts';
import { homePage } from './home-page.ts';
import { bulkPage } from './issue/bulk-page.ts';
import { commentPage } from './issue/comment-page.ts';
import { editIssuePage } from './issue/edit-issue-page.ts';
import { issueDeedsPage } from './issue/issue-deeds-page.ts';
import { issuePage } from './issue/issue-page.ts';
import { issuesPage } from './issue/issues-page.ts';
import { movePage } from './issue/move-page.ts';
import { newIssuePage } from './issue/new-issue-page.ts';
import { relatePage } from './issue/relate-page.ts';
import { notificationsPage } from './notifications-page.ts';
import type { Page } from './page.ts';
import { peoplePage } from './people-page.ts';
import { boardPage } from './project/board-page.ts';
import { labelPage } from './project/label-page.ts';
import { labelsPage } from './project/labels-page.ts';
import { milestoneFormPage } from './project/milestone-form-page.ts';
import { milestonesPage } from './project/milestones-page.ts';
import { projectsPage } from './project/projects-page.ts';
import { searchPage } from './search-page.ts';
import { settingsPage } from './settings-page.ts';

export const pages: readonly Page[] = [
  homePage,
  projectsPage,
  boardPage,
  milestoneFormPage,
  milestonesPage,
  labelsPage,
  labelPage,
  newIssuePage,
  issuesPage,
  bulkPage,
  searchPage,
  issueDeedsPage,
  editIssuePage,
  relatePage,
  movePage,
  issuePage,
  commentPage,
  activityPage,
  peoplePage,
  notificationsPage,
  filtersPage,
  settingsPage,
  helpPage,
];
