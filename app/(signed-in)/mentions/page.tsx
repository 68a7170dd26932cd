import { redirect } from 'next/navigation';

/** Where the inbox was: addresses that people kept lead on. */
export default function MentionsPage() {
  redirect('/notices');
}
