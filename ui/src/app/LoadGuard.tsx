/** Error boundary for a screen that failed or whose code could not be loaded: offers to try again. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/feedback/ErrorState';

/** Not with the other words of the app's frame: the sign-in page must stay small. */
const FAILED = 'This page could not be loaded';

interface LoadGuardProps {
  children: ReactNode;
  /** Shown instead of the default message. */
  failed?: ReactNode;
}

export class LoadGuard extends Component<LoadGuardProps, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  render() {
    if (!this.state.failed) return this.props.children;
    return this.props.failed ?? <LoadFailed />;
  }
}

export function LoadFailed() {
  // A chunk that failed to load stays failed until the page is reloaded, possibly in a newer version.
  return <ErrorState text={FAILED} onRetry={() => location.reload()} />;
}
