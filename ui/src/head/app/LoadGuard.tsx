/** Error boundary for a screen that failed or whose code could not be loaded. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../ui/feedback/ErrorState';
import { words } from './strings';

export class LoadGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  render() {
    if (!this.state.failed) return this.props.children;
    // A chunk that failed to load stays failed until the page is loaded again, possibly in a newer version.
    return <ErrorState text={words.pageFailed} onRetry={() => location.reload()} />;
  }
}
