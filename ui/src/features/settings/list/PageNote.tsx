/** What stands below the name of a page whose value says more than its name. */
import type { SettingsPage } from '../pages';
import { useFacts } from './useFacts';
import { valueBeside } from './values';

export default function PageNote({ page }: { page: SettingsPage['id'] }) {
  return <small>{valueBeside(page, useFacts())?.text ?? '\u00a0'}</small>;
}
