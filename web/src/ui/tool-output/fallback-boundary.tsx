import { Component, type ReactNode } from 'react';
import { BlockNote } from './block-note.tsx';

type FallbackBoundaryProps = {
  /** What is shown; another one gets another try. */
  of: unknown;
  fallback: ReactNode;
  note: string;
  children: ReactNode;
};

/** What fails to draw is replaced by something plainer; the page around it stays. */
export class FallbackBoundary extends Component<FallbackBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ of }: FallbackBoundaryProps) {
    if (this.state.failed && of !== this.props.of) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <BlockNote>{this.props.note}</BlockNote>
        {this.props.fallback}
      </>
    );
  }
}
