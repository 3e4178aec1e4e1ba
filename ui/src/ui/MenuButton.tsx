/** Dropdown menu: opens below its button, works with the arrow keys and Escape, and returns the focus to the button. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
}

interface MenuButtonProps {
  label: string;
  button: ReactNode;
  items: readonly MenuItem[];
  /** Shown above the items. */
  head?: ReactNode;
  /** Marks something unfinished: a dot on the button, with this text for screen readers. */
  mark?: string;
}

export function MenuButton({ label, button, items, head, mark }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    focusItem(anchor.current, 0);
    const onOutside = (event: PointerEvent) => {
      if (!anchor.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [open]);

  function close() {
    setOpen(false);
    trigger.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else if (event.key === 'Home') focusItem(anchor.current, 0);
    else if (event.key === 'End') focusItem(anchor.current, -1);
    else if (event.key in steps) moveFocus(anchor.current, steps[event.key] ?? 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="menu-anchor" ref={anchor}>
      <button
        ref={trigger}
        type="button"
        className="quiet icon-only"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        aria-describedby={mark ? `${menuId}-mark` : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {mark && (
        <span className="dot">
          <span id={`${menuId}-mark`} className="sr-only">
            {mark}
          </span>
        </span>
      )}
      {open && (
        <div className="dropdown">
          {head}
          <div role="menu" id={menuId} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
            {items.map((item) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close();
                  item.onSelect();
                }}
              >
                {item.icon}
                {item.label}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function itemsIn(anchor: HTMLElement | null): HTMLElement[] {
  return [...(anchor?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function focusItem(anchor: HTMLElement | null, index: number): void {
  itemsIn(anchor).at(index)?.focus();
}

function moveFocus(anchor: HTMLElement | null, step: number): void {
  const items = itemsIn(anchor);
  const at = items.indexOf(document.activeElement as HTMLElement);
  items.at((at + step) % items.length)?.focus();
}
