/** A card of the settings with an anchor for links. */
import type { ReactNode } from 'react';

interface PartProps {
  id: string;
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

export function Part({ id, title, note, children }: PartProps) {
  return (
    <section id={id} className="card stack part" aria-labelledby={`${id}-title`}>
      <div className="split">
        <h2 id={`${id}-title`}>{title}</h2>
        {note && <small>{note}</small>}
      </div>
      {children}
    </section>
  );
}
