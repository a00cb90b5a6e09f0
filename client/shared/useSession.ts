/** The person this app is for, and leaving. */
import { useSignOutMutation } from './accountApi';
import { useApp } from './app';
import { useAppSelector } from './createStore';
import { selectPerson, type Person } from './session';

export interface Session {
  readonly person: Person | undefined;
  readonly signOut: () => void;
}
export function useSession(): Session {
  const app = useApp();
  const person = useAppSelector(selectPerson(app.realm));
  const [tell] = useSignOutMutation();
  return {
    person,
    signOut: () => {
      if (person === undefined) return;
      // The page leaves at once; whether the server heard of it is not the person's worry.
      const told = tell({ realm: app.realm, refreshToken: person.refreshToken });
      const heard = Promise.allSettled([told, ...[...app.farewells].map((farewell) => farewell())]);
      const leave = () => app.leave(app.realm, app.realm === 'admin' ? '/admin/login' : '/user/login', true);
      void Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 1_000))]).then(leave, leave);
    },
  };
}
