/** The owner of the workspace in which the journeys happen. */
export const OWNER = { email: 'owner@journey.example', password: 'a-long-journey-password' } as const;

/** Where the owner's session is kept between the journeys. */
export const OWNER_SESSION = 'e2e/.auth/owner.json';
