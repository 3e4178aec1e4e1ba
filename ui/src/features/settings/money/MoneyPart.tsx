/** Content of the money cards; a separate chunk, loaded after the rest of the settings. */

import type { Settings } from '../settings';
import { Cash } from './Cash';
import { Denominations } from './Denominations';
import { Methods } from './Methods';

const PARTS = { cash: Cash, methods: Methods, denominations: Denominations };

export default function MoneyPart({ part, settings }: { part: keyof typeof PARTS; settings: Settings }) {
  const Shown = PARTS[part];
  return <Shown settings={settings} />;
}
