/** Whether the box is a machine of its own, whose network and software it drives. */
import { useBox } from '../../api/box';
import type { PublicSettings } from '../../api/types';

export const isAppliance = (box: PublicSettings | null): boolean => box?.appliance === true;

export const useAppliance = (): boolean => isAppliance(useBox());
