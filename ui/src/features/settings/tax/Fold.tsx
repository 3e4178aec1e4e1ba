/** A line that opens in place; its value stands beside its name. It opens by itself when something in it is wrong. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import './tax.css';

interface FoldProps {
  title: string;
  value?: string;
  isWrong?: boolean;
  /** Open at first, because the step that it is for comes now. */
  startsOpen?: boolean;
  children: ReactNode;
}

export function Fold({ title, value, isWrong = false, startsOpen = false, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWrong && fold.current) fold.current.open = true;
  }, [isWrong]);
  return (
    <details ref={fold} className="fold" open={startsOpen}>
      <summary>
        <span className="grow">{title}</span>
        {value && <small>{value}</small>}
        <ChevronRight />
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}
