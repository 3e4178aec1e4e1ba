/**
 * What runs behind the staff screens, right after the first one is shown: it prefetches the others, keeps jumps within a page
 * out of the history, and asks for the password when the box wants it.
 */
import { useSession } from '../../api/session';
import { PasswordAsked } from '../../features/lock/password/PasswordAsked';
import { replaceOnJump } from '../../lib/jumpLinks';
import { usePrefetchScreens } from './usePrefetchScreens';

replaceOnJump();

export default function Background() {
  usePrefetchScreens(useSession());
  return <PasswordAsked />;
}
