import { type ComponentType, useEffect, useRef, useState } from 'react';

export type OnDemandButtonProps = {
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
};

export type OnDemandProps = {
  /** Brings the popup together with its own copy of the button. */
  load: () => Promise<ComponentType>;
  button: (props: OnDemandButtonProps) => React.ReactNode;
};

/** A button whose popup is loaded when somebody is about to use it, not with the first page. */
export function OnDemand({ load, button }: OnDemandProps) {
  const [Popup, setPopup] = useState<ComponentType>();
  if (Popup) return <Popup />;
  // Without a network the button stays, and the next click tries again.
  const prepare = () => void load().catch(() => undefined);
  const open = () =>
    void load()
      .then((loaded) => setPopup(() => loaded))
      .catch(() => undefined);
  return button({ onClick: open, onPointerEnter: prepare, onFocus: prepare });
}

/** For the popup that takes the place of the button: it opens at once, and closing it leads back to the button. */
export function useOpenOnMount() {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { opened, setOpened, target };
}
