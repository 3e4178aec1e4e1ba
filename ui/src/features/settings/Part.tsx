/** A card of a page of the settings; with a title where the page has several. */
import type { ReactNode } from 'react';

interface PartProps {
  /** Anchor for links. */
  id: string;
  /** Without one the card belongs to the heading of the page. */
  title?: string;
  note?: ReactNode;
  children: ReactNode;
}

export function Part({ id, title, note, children }: PartProps) {
  if (!title) {
    return (
      <div id={id} className="card stack part">
        {children}
      </div>
    );
  }
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
