/** A line that opens in place: the native details element with a chevron. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import './fold.css';

interface FoldProps {
  /** What the closed line says, such as its sum. */
  summary: ReactNode;
  /** Further classes: `boxed` in a card. */
  className?: string;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

export function Fold({ summary, className, open, onToggle, children }: FoldProps) {
  return (
    <details
      className={['fold', className].filter(Boolean).join(' ')}
      open={open}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>
        {summary}
        <ChevronRight />
      </summary>
      {children}
    </details>
  );
}
