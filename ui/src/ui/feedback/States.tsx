/** Placeholders for a list: a skeleton while it loads, an empty state, or a loading error. */
import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState';

export { ErrorState };

interface SkeletonProps {
  /** The number of blocks, and the height of each. */
  count?: number;
  height?: string;
}

export function Skeleton({ count = 4, height = '6.5rem' }: SkeletonProps) {
  return (
    <div className="stack" aria-busy="true">
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}

interface EmptyProps {
  text: string;
  icon?: LucideIcon;
  /** A link or button to the next step. */
  children?: ReactNode;
}

export function Empty({ text, icon: Icon = Inbox, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon />
      <p>{text}</p>
      {children}
    </div>
  );
}

/** The part of a query that `Loaded` needs. */
export interface Readable<T> {
  data: T | undefined;
  isError: boolean;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: Readable<T>;
  skeleton?: ReactNode;
  errorText?: string;
  children: (data: T) => ReactNode;
}

/** Renders the data of a query, or a placeholder. Old data stays while it is refetched and when that fails. */
export function Loaded<T>({ query, skeleton = <Skeleton />, errorText, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorState text={errorText} onRetry={() => void query.refetch()} />;
  return <>{skeleton}</>;
}
