/** The frame of a public page that takes a code. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './code-page.css';

interface CodePageProps {
  icon: LucideIcon;
  title: ReactNode;
  lead: string;
  children: ReactNode;
}

export function CodePage({ icon: Icon, title, lead, children }: CodePageProps) {
  return (
    <div className="login">
      <main className="code-page">
        <header>
          <span className="mark">
            <Icon />
          </span>
          <h1 className="poster">{title}</h1>
          <p>{lead}</p>
        </header>
        {children}
      </main>
    </div>
  );
}
