/** The owner of the workspace in which the journeys happen. */
export const OWNER = { email: 'owner@journey.example', password: 'a-long-journey-password' } as const;
