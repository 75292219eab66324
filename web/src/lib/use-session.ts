import { useEffect, useState } from 'react';
import { findSignedInEmail } from './auth.ts';

export type Session = { loading: boolean; email: string | undefined };

/** Who is signed in, for the pages that strangers open too: unlike a query it is no error when nobody is. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>({ loading: true, email: undefined });
  useEffect(() => {
    let left = false;
    void findSignedInEmail().then((email) => {
      if (!left) setSession({ loading: false, email });
    });
    return () => {
      left = true;
    };
  }, []);
  return session;
}
