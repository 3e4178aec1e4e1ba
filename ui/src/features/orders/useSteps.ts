/** Whether orders of this bar are prepared and ready before they are served; without steps, Mark Served is the one step. */
import { useBox } from '../../api/box';

export function useSteps(): boolean {
  return useBox()?.orders?.steps ?? true;
}
