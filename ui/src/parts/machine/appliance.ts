/** Whether the box is a machine of its own, whose network and software it drives. */
import { useBox } from '../../api/box';
import type { PublicSettings } from '../../api/types';

/** A field that machines without these calls leave out. */
export const isAppliance = (box: PublicSettings | null): boolean =>
  (box as { appliance?: boolean } | null)?.appliance === true;

export const useAppliance = (): boolean => isAppliance(useBox());
