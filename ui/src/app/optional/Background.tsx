/** What runs behind the staff screens, right after the first one is shown: it prefetches the others, and keeps jumps within a page out of the history. */
import { useSession } from '../../api/session';
import { replaceOnJump } from '../../lib/jumpLinks';
import { usePrefetchScreens } from './usePrefetchScreens';

replaceOnJump();

export default function Background() {
  usePrefetchScreens(useSession());
  return null;
}
