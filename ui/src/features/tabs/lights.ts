/** The two lights in which the list of who owes is shown: by debt on /credit, by night on /customer-tab. */
import { HandCoins, type LucideIcon, NotebookText } from 'lucide-react';
import type { ComponentType } from 'react';
import { ageText, DAY, NIGHT } from '../../parts/customers/openTabs';
import type { Account, Filter, Since } from './accounts';
import { creditWords, tabWords, words } from './strings';

export interface Light {
  words: typeof creditWords | typeof tabWords;
  icon: LucideIcon;
  /** The dialog of the main button. */
  loadAdding: () => Promise<{ default: ComponentType<{ onClose: () => void }> }>;
  /** The filter at first. */
  filter: Filter;
  /** The sections of the list: their titles, and what they show. */
  sections: readonly { title: string; of: readonly Since[] }[];
  /** How long something is owed. */
  ageText: (minutes: number) => string;
  /** A customer's items are lines by day. Otherwise each is paid by itself, and Pay All does not ask. */
  byDay: boolean;
}

export const CREDIT_LIGHT: Light = {
  words: creditWords,
  icon: HandCoins,
  loadAdding: () => import('./credit/AddCreditDialog'),
  filter: 'active',
  sections: [
    { title: creditWords.sections.owed, of: ['before', 'tonight'] },
    { title: creditWords.sections.paid, of: ['paid'] },
  ],
  ageText: (minutes) => (minutes < NIGHT ? words.today : ageText(Math.max(minutes, DAY))),
  byDay: false,
};

export const TAB_LIGHT: Light = {
  words: tabWords,
  icon: NotebookText,
  loadAdding: () => import('./adding/NewTabDialog'),
  filter: 'all',
  sections: [
    { title: tabWords.sections.tonight, of: ['tonight'] },
    { title: tabWords.sections.before, of: ['before'] },
    { title: tabWords.sections.paid, of: ['paid'] },
  ],
  ageText,
  byDay: true,
};

/** Each section with its accounts; those without any are left out. */
export function sectionsOf(light: Light, accounts: readonly Account[]) {
  return light.sections
    .map(({ title, of }) => ({ title, accounts: accounts.filter(({ since }) => of.includes(since)) }))
    .filter((section) => section.accounts.length > 0);
}
