/** Renders its children where the frame's own banner stands, above the screen. */
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export function OverMain({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    place.style.display = 'contents';
    document.querySelector('.app > main')?.before(place);
    return () => place.remove();
  }, [place]);
  return createPortal(children, place);
}
