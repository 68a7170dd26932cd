'use client';

import { useEffect, useState } from 'react';

/** After the last key, so that typing a number is one question. */
const TYPING_MS = 350;

/** The value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
