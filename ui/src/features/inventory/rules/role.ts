/** Who may change what is on the shelf. The box enforces it; the screen only offers what will work. */
import type { Role } from '../../../api/types';

export function mayManage(role: Role | null | undefined): boolean {
  return role === 'admin' || role === 'manager';
}
