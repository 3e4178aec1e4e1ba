/** Catches a screen whose code could not be fetched, or that failed, and offers to try again. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/States';
import { words } from './strings';

export class LoadGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  render() {
    if (!this.state.failed) return this.props.children;
    // A chunk that failed to load stays failed until the page is loaded anew, possibly in a newer version.
    return <ErrorState text={words.loadFailed} onRetry={() => location.reload()} />;
  }
}
