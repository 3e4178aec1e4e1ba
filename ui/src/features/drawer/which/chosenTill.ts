/** The till that was chosen on this phone, for cash that could go into several. */
import { read, write } from '../../../lib/state/storage';
import { createStore } from '../../../lib/state/store';

const KEY = 'barback_chosen_till';

/** The id of the till; null until one is chosen. */
export const chosenTillStore = createStore<number | null>(Number(read(KEY)) || null);

export function chooseTill(id: number): void {
  write(KEY, String(id));
  chosenTillStore.set(id);
}
