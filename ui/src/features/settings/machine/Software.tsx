/** The page of the software, which only machines have whose software the box drives. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/feedback/States';

export const loadContent = () => import('./software/SoftwarePage');
const SoftwarePage = lazy(loadContent);

export default function Software() {
  return (
    <Suspense fallback={<Skeleton count={2} height="8rem" />}>
      <SoftwarePage />
    </Suspense>
  );
}
