/** The signed-in person of this app, and sign-out. */
import { useSignOutMutation } from './signInApi';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { selectSessionUser, type SessionUser } from '../store/session';

export interface Session {
  readonly person: SessionUser | undefined;
  readonly signOut: () => void;
}
export function useSession(): Session {
  const app = useApp();
  const person = useAppSelector(selectSessionUser(app.realm));
  const [requestSignOut] = useSignOutMutation();
  return {
    person,
    signOut: () => {
      if (person === undefined) return;
      // Waits at most a second for the server: an unreachable server must not block the sign-out.
      const signOutRequest = requestSignOut({ realm: app.realm, refreshToken: person.refreshToken });
      const allSettled = Promise.allSettled([signOutRequest, ...[...app.signOutHooks].map((task) => task())]);
      const endSession = () => app.endSession(app.realm, app.realm === 'admin' ? '/admin/login' : '/user/login', true);
      void Promise.race([allSettled, new Promise((resolve) => setTimeout(resolve, 1_000))]).then(
        endSession,
        endSession,
      );
    },
  };
}
