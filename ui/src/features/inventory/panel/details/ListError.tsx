/** What is wrong with a list as a whole. It comes into view, because no field of the list is marked. */
import { useEffect, useRef } from 'react';

export function ListError({ error }: { error: string | undefined }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error) text.current?.scrollIntoView({ block: 'center' });
  }, [error]);
  if (!error) return null;
  return (
    <p ref={text} className="alert" role="alert">
      {error}
    </p>
  );
}
