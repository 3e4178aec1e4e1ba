/** Opens the drawer at once, where nobody asks why. */
import { outcomeUnknown } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import { newKey } from '../../lib/random';
import { toast, toastError } from '../../ui/feedback/toast';
import { words } from './strings';

/** Kept until the box has answered: a second tap after a lost answer is the same opening. */
let key: string | null = null;
let running = false;

export async function openDrawer(): Promise<void> {
  if (running) return;
  running = true;
  key ??= newKey();
  try {
    await post('/api/drawer', {}, { key });
    key = null;
    toast(words.opens, words.noted);
  } catch (error) {
    if (!outcomeUnknown(error)) key = null;
    toastError(words.failed, messageOf(error, ''));
  } finally {
    running = false;
  }
}
