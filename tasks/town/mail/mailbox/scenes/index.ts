import type { Scene } from '../scene.ts';
import { bank } from './bank.ts';
import { choir } from './choir.ts';
import { friends } from './friends.ts';
import { house } from './house.ts';
import { invoices } from './invoices.ts';
import { letters } from './letters.ts';
import { notices } from './notices.ts';
import { school } from './school.ts';
import { sent } from './sent.ts';
import { travel } from './travel.ts';
import { work } from './work.ts';

export const scenes: readonly Scene[] = [
  friends,
  work,
  choir,
  house,
  school,
  invoices,
  bank,
  travel,
  notices,
  sent,
  letters,
];
