/** Help on a machine that the box drives: restart, off, a file for who helps, factory reset. */
import { Suspense } from 'react';
import { Skeleton } from '../../../ui/feedback/States';
import { Power } from './loadDialogs';

export default function Help() {
  return (
    <div className="stack machine">
      <Suspense fallback={<Skeleton height="8rem" />}>
        <Power titled={false} />
      </Suspense>
    </div>
  );
}
