/** Colleagues, to choose from: who takes over a till, whose tips are paid out. */
import { useGet } from '../../api/http/query';

interface Colleague {
  id: number;
  name: string;
}

export function usePeople(): readonly Colleague[] {
  return useGet('/api/cash/people').data ?? [];
}
