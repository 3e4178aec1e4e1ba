/** Stores a setting at the tap on its switch or segment, and says what holds now. */
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import { cacheQuery } from '../../api/http/query';
import type { SettingsBody } from '../../api/types';
import { toast, toastError } from '../../ui/feedback/toast';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from './settings';
import { words } from './strings';

export function useSaveNow() {
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });

  /** Whether it was stored; a refusal is shown. `alsoSays` is said of what the box changed besides. */
  async function save(
    part: SettingsBody,
    done: string,
    alsoSays?: (saved: Settings) => string | undefined,
  ): Promise<boolean> {
    try {
      const saved = await write.run(part);
      if (!saved) return false;
      cacheQuery(SETTINGS, () => saved);
      toast(done, alsoSays?.(saved));
      return true;
    } catch (error) {
      toastError(words.failed, reasonOf(error));
      return false;
    }
  }

  return { save, pending: write.pending, waiting: write.waiting };
}
