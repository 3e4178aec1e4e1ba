/** What every part of the page gets. */
import type { BoxNetwork } from '../../../../parts/machine/types';
import type { Settings } from '../../settings';

export interface ViewProps {
  network: BoxNetwork;
  settings: Settings;
}
